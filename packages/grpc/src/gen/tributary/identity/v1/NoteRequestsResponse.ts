

export interface NoteRequestsResponse {
}

export interface NoteRequestsResponse__Output {
}
