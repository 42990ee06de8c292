

export interface RestoreResponse {
}

export interface RestoreResponse__Output {
}
