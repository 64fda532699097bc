// this remote has no widgets yet
export {}
