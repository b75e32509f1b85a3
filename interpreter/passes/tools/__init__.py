"""What passes share: writing a function once more, a block once more, a block for all sites."""
