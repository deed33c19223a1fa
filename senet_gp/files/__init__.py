"""Reading and writing files so that no content is lost, and no damaged or foreign content is accepted."""
