
import type { LoggedRequest as _tributary_identity_v1_LoggedRequest, LoggedRequest__Output as _tributary_identity_v1_LoggedRequest__Output } from '../../../tributary/identity/v1/LoggedRequest.ts';

export interface NoteRequestsRequest {
  'requests'?: (_tributary_identity_v1_LoggedRequest)[];
}

export interface NoteRequestsRequest__Output {
  'requests': (_tributary_identity_v1_LoggedRequest__Output)[];
}
