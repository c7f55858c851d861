module ackproof-example

go 1.21
