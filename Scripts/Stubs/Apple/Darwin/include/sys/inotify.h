// Apple platforms do not have this header.
