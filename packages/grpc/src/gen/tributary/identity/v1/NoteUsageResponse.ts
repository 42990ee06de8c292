

export interface NoteUsageResponse {
}

export interface NoteUsageResponse__Output {
}
