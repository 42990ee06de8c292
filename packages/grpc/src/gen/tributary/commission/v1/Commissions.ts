
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ApplyAdjustmentRequest as _tributary_commission_v1_ApplyAdjustmentRequest, ApplyAdjustmentRequest__Output as _tributary_commission_v1_ApplyAdjustmentRequest__Output } from '../../../tributary/commission/v1/ApplyAdjustmentRequest.ts';
import type { ApplyAdjustmentResponse as _tributary_commission_v1_ApplyAdjustmentResponse, ApplyAdjustmentResponse__Output as _tributary_commission_v1_ApplyAdjustmentResponse__Output } from '../../../tributary/commission/v1/ApplyAdjustmentResponse.ts';
import type { AttributionChangeRequest as _tributary_commission_v1_AttributionChangeRequest, AttributionChangeRequest__Output as _tributary_commission_v1_AttributionChangeRequest__Output } from '../../../tributary/commission/v1/AttributionChangeRequest.ts';
import type { AttributionChangeResponse as _tributary_commission_v1_AttributionChangeResponse, AttributionChangeResponse__Output as _tributary_commission_v1_AttributionChangeResponse__Output } from '../../../tributary/commission/v1/AttributionChangeResponse.ts';
import type { CreateForConversionsRequest as _tributary_commission_v1_CreateForConversionsRequest, CreateForConversionsRequest__Output as _tributary_commission_v1_CreateForConversionsRequest__Output } from '../../../tributary/commission/v1/CreateForConversionsRequest.ts';
import type { CreateForConversionsResponse as _tributary_commission_v1_CreateForConversionsResponse, CreateForConversionsResponse__Output as _tributary_commission_v1_CreateForConversionsResponse__Output } from '../../../tributary/commission/v1/CreateForConversionsResponse.ts';
import type { UndoAttributionChangeRequest as _tributary_commission_v1_UndoAttributionChangeRequest, UndoAttributionChangeRequest__Output as _tributary_commission_v1_UndoAttributionChangeRequest__Output } from '../../../tributary/commission/v1/UndoAttributionChangeRequest.ts';

export interface CommissionsClient extends grpc.Client {
  ApplyAdjustment(argument: _tributary_commission_v1_ApplyAdjustmentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_ApplyAdjustmentResponse__Output>): grpc.ClientUnaryCall;
  ApplyAdjustment(argument: _tributary_commission_v1_ApplyAdjustmentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_ApplyAdjustmentResponse__Output>): grpc.ClientUnaryCall;
  ApplyAdjustment(argument: _tributary_commission_v1_ApplyAdjustmentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_ApplyAdjustmentResponse__Output>): grpc.ClientUnaryCall;
  ApplyAdjustment(argument: _tributary_commission_v1_ApplyAdjustmentRequest, callback: grpc.requestCallback<_tributary_commission_v1_ApplyAdjustmentResponse__Output>): grpc.ClientUnaryCall;
  applyAdjustment(argument: _tributary_commission_v1_ApplyAdjustmentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_ApplyAdjustmentResponse__Output>): grpc.ClientUnaryCall;
  applyAdjustment(argument: _tributary_commission_v1_ApplyAdjustmentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_ApplyAdjustmentResponse__Output>): grpc.ClientUnaryCall;
  applyAdjustment(argument: _tributary_commission_v1_ApplyAdjustmentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_ApplyAdjustmentResponse__Output>): grpc.ClientUnaryCall;
  applyAdjustment(argument: _tributary_commission_v1_ApplyAdjustmentRequest, callback: grpc.requestCallback<_tributary_commission_v1_ApplyAdjustmentResponse__Output>): grpc.ClientUnaryCall;
  
  ApplyAttributionChange(argument: _tributary_commission_v1_AttributionChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  ApplyAttributionChange(argument: _tributary_commission_v1_AttributionChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  ApplyAttributionChange(argument: _tributary_commission_v1_AttributionChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  ApplyAttributionChange(argument: _tributary_commission_v1_AttributionChangeRequest, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  applyAttributionChange(argument: _tributary_commission_v1_AttributionChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  applyAttributionChange(argument: _tributary_commission_v1_AttributionChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  applyAttributionChange(argument: _tributary_commission_v1_AttributionChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  applyAttributionChange(argument: _tributary_commission_v1_AttributionChangeRequest, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  
  CreateForConversions(argument: _tributary_commission_v1_CreateForConversionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_CreateForConversionsResponse__Output>): grpc.ClientUnaryCall;
  CreateForConversions(argument: _tributary_commission_v1_CreateForConversionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_CreateForConversionsResponse__Output>): grpc.ClientUnaryCall;
  CreateForConversions(argument: _tributary_commission_v1_CreateForConversionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_CreateForConversionsResponse__Output>): grpc.ClientUnaryCall;
  CreateForConversions(argument: _tributary_commission_v1_CreateForConversionsRequest, callback: grpc.requestCallback<_tributary_commission_v1_CreateForConversionsResponse__Output>): grpc.ClientUnaryCall;
  createForConversions(argument: _tributary_commission_v1_CreateForConversionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_CreateForConversionsResponse__Output>): grpc.ClientUnaryCall;
  createForConversions(argument: _tributary_commission_v1_CreateForConversionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_CreateForConversionsResponse__Output>): grpc.ClientUnaryCall;
  createForConversions(argument: _tributary_commission_v1_CreateForConversionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_CreateForConversionsResponse__Output>): grpc.ClientUnaryCall;
  createForConversions(argument: _tributary_commission_v1_CreateForConversionsRequest, callback: grpc.requestCallback<_tributary_commission_v1_CreateForConversionsResponse__Output>): grpc.ClientUnaryCall;
  
  PreviewAttributionChange(argument: _tributary_commission_v1_AttributionChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  PreviewAttributionChange(argument: _tributary_commission_v1_AttributionChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  PreviewAttributionChange(argument: _tributary_commission_v1_AttributionChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  PreviewAttributionChange(argument: _tributary_commission_v1_AttributionChangeRequest, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  previewAttributionChange(argument: _tributary_commission_v1_AttributionChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  previewAttributionChange(argument: _tributary_commission_v1_AttributionChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  previewAttributionChange(argument: _tributary_commission_v1_AttributionChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  previewAttributionChange(argument: _tributary_commission_v1_AttributionChangeRequest, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  
  UndoAttributionChange(argument: _tributary_commission_v1_UndoAttributionChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  UndoAttributionChange(argument: _tributary_commission_v1_UndoAttributionChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  UndoAttributionChange(argument: _tributary_commission_v1_UndoAttributionChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  UndoAttributionChange(argument: _tributary_commission_v1_UndoAttributionChangeRequest, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  undoAttributionChange(argument: _tributary_commission_v1_UndoAttributionChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  undoAttributionChange(argument: _tributary_commission_v1_UndoAttributionChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  undoAttributionChange(argument: _tributary_commission_v1_UndoAttributionChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  undoAttributionChange(argument: _tributary_commission_v1_UndoAttributionChangeRequest, callback: grpc.requestCallback<_tributary_commission_v1_AttributionChangeResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface CommissionsHandlers extends grpc.UntypedServiceImplementation {
  ApplyAdjustment: grpc.handleUnaryCall<_tributary_commission_v1_ApplyAdjustmentRequest__Output, _tributary_commission_v1_ApplyAdjustmentResponse>;
  
  ApplyAttributionChange: grpc.handleUnaryCall<_tributary_commission_v1_AttributionChangeRequest__Output, _tributary_commission_v1_AttributionChangeResponse>;
  
  CreateForConversions: grpc.handleUnaryCall<_tributary_commission_v1_CreateForConversionsRequest__Output, _tributary_commission_v1_CreateForConversionsResponse>;
  
  PreviewAttributionChange: grpc.handleUnaryCall<_tributary_commission_v1_AttributionChangeRequest__Output, _tributary_commission_v1_AttributionChangeResponse>;
  
  UndoAttributionChange: grpc.handleUnaryCall<_tributary_commission_v1_UndoAttributionChangeRequest__Output, _tributary_commission_v1_AttributionChangeResponse>;
  
}

export interface CommissionsDefinition extends grpc.ServiceDefinition {
  ApplyAdjustment: MethodDefinition<_tributary_commission_v1_ApplyAdjustmentRequest, _tributary_commission_v1_ApplyAdjustmentResponse, _tributary_commission_v1_ApplyAdjustmentRequest__Output, _tributary_commission_v1_ApplyAdjustmentResponse__Output>
  ApplyAttributionChange: MethodDefinition<_tributary_commission_v1_AttributionChangeRequest, _tributary_commission_v1_AttributionChangeResponse, _tributary_commission_v1_AttributionChangeRequest__Output, _tributary_commission_v1_AttributionChangeResponse__Output>
  CreateForConversions: MethodDefinition<_tributary_commission_v1_CreateForConversionsRequest, _tributary_commission_v1_CreateForConversionsResponse, _tributary_commission_v1_CreateForConversionsRequest__Output, _tributary_commission_v1_CreateForConversionsResponse__Output>
  PreviewAttributionChange: MethodDefinition<_tributary_commission_v1_AttributionChangeRequest, _tributary_commission_v1_AttributionChangeResponse, _tributary_commission_v1_AttributionChangeRequest__Output, _tributary_commission_v1_AttributionChangeResponse__Output>
  UndoAttributionChange: MethodDefinition<_tributary_commission_v1_UndoAttributionChangeRequest, _tributary_commission_v1_AttributionChangeResponse, _tributary_commission_v1_UndoAttributionChangeRequest__Output, _tributary_commission_v1_AttributionChangeResponse__Output>
}
