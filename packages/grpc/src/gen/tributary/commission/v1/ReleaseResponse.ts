

export interface ReleaseResponse {
}

export interface ReleaseResponse__Output {
}
