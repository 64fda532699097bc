// nothing is lent to other pages yet
export {}
