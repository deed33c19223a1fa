"""What senet-gp's speed is measured with: a yardstick, plain DEAP, trees as evolution breeds them."""
