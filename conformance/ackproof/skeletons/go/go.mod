module my-acker

go 1.21
