module tribununits

go 1.19
