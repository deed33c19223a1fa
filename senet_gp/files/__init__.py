"""Reading and writing files so that nothing is lost and nothing foreign gets in."""
