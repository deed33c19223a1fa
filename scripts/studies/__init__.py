"""The studies behind the figures of the documentation, each a module with a :class:`~studies.work.Study`."""
