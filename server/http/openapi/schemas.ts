// The schemas with a name in the OpenAPI document. Every body and every answer needs one; a test reports missing ones.
import { About } from '#shared/about.ts'
import { CountResponse } from '#shared/counts.ts'
import { z } from 'zod'
import { Permission } from '#shared/access.ts'
import * as apiKeys from '#shared/api-keys.ts'
import { AuditEntry, AuditListResponse } from '#shared/audit.ts'
import { errors, isErrorCode } from '#shared/errors.ts'
import { ExportEstimate } from '#shared/export-estimate.ts'
import { CsvOptions, ExportPreview, ProductExportConfig, ProductExportRequest } from '#shared/export.ts'
import * as jobs from '#shared/jobs.ts'
import { OrderColumn } from '#shared/order-columns.ts'
import { OrderExportFilters, OrderExportRequest, OrderPreviewRequest, OrderSheetResponse } from '#shared/order-export.ts'
import { OrderFigures, OrderFiguresRequest, OrderFiguresResponse, StoreOrderFigures } from '#shared/order-figures.ts'
import * as orders from '#shared/orders.ts'
import { ProductDetail, ProductImage, ProductResponse } from '#shared/product-detail.ts'
import { ProductVariant } from '#shared/product-variant.ts'
import { ProductCreateRequest, ProductUpdateRequest } from '#shared/product-edit.ts'
import { MarketColumn } from '#shared/market-columns.ts'
import { Market, MarketsResponse } from '#shared/markets.ts'
import { MetafieldColumn, MetafieldDefinition, MetafieldsResponse } from '#shared/metafields.ts'
import { ProductField } from '#shared/product-fields.ts'
import {
  ListedProduct,
  ProductFilters,
  ProductListRequest,
  ProductListResponse,
  ProductMetadata,
  ProductCountRequest,
  ProductMetadataRequest,
} from '#shared/products.ts'
import {
  ChosenStore,
  ChosenStoreResponse,
  ProfileResponse,
  ProfileUpdateRequest,
  ProfileUpdateResponse,
  Role,
  RoleAssignment,
  User,
} from '#shared/profile.ts'
import { Event, JobEventData, StoreEventData } from '#shared/events.ts'
import * as factor from '#shared/second-factor.ts'
import * as schedules from '#shared/schedules.ts'
import * as services from '#shared/service-accounts.ts'
import * as session from '#shared/session.ts'
import * as destinations from '#shared/destinations.ts'
import * as google from '#shared/google-key.ts'
import * as system from '#shared/system.ts'
import { Settings, SettingsResponse, SettingsUpdateRequest } from '#shared/settings.ts'
import { SheetWriting } from '#shared/sheet-writing.ts'
import { SheetRef, SheetValidateResponse, SheetVerifyResponse } from '#shared/sheets.ts'
import * as connect from '#shared/store-connect.ts'
import * as stores from '#shared/stores.ts'
import * as users from '#shared/users.ts'
import * as webhooks from '#shared/webhooks.ts'
import { Done, PasskeyOptionsResponse, RefreshRequest, SocialSignInRequest, SocialSignInResponse } from '#server/auth/requests.ts'
import { catalogueSchemas } from './catalogue-schemas.ts'
import { notificationSchemas } from './notification-schemas.ts'
import { savedChoiceSchemas } from './saved-choice-schemas.ts'

const Code = z.enum(Object.keys(errors).filter(isErrorCode))

/** The body of every failure over REST and at sign-in. `failureBody` makes it. */
const Failure = z.object({
  success: z.literal(false),
  message: z.string(),
  error: z.object({
    code: Code,
    message: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    ticket: z.string().optional(),
  }),
})

const { ApiKey, ApiKeyCreateRequest, ApiKeyCreateResponse, ApiKeyListResponse, ApiKeyResponse, ApiKeyRotateRequest } = apiKeys
const { Job, JobCounts, JobDestination, JobFile, JobListResponse, JobRequestResponse, JobResponse, JobRetryRequest } = jobs
const { JobSheet, Receipt, RequestSummary, StoreReceipt } = jobs
const { KeyCall, KeyCallsResponse } = apiKeys
const { ListedSession, SessionListResponse, SessionsEndedResponse } = apiKeys
const { Passkey, PasskeyAddRequest, PasskeyResponse, PasskeyUseRequest, ReauthenticateRequest, ReauthenticateResponse } = factor
const { RecoveryCodesResponse, SecondFactorConfirmRequest, SecondFactorEnrollResponse, SecondFactorVerifyRequest } = factor
const { SecurityResponse, SetupResponse } = factor
const { ServiceAccount, ServiceAccountCreateRequest, ServiceAccountKeyRequest, ServiceAccountListResponse } = services
const { ServiceAccountResponse, ServiceAccountUpdateRequest } = services
const { AcceptedInvitation, InvitationAcceptRequest, PasswordChangeRequest, PasswordLinkRequest, PasswordLinkResponse } = session
const { PasswordResetRequest, Session, SignInRequest, SignUpRequest, SignUpResponse } = session
const { Store, StoreCreateRequest, StoreListResponse, StoreResponse, StoreSavedResponse, StoreTestResponse, StoreUpdateRequest } = stores
const { StoreConnectRequest, StoreConnectResponse, StoreFinishRequest, StoreReconnectRequest, StoreRedirectResponse } = connect
const { Assignment, MailState, Member, PasswordLinkMade, RoleListResponse, UserInviteRequest, UserInviteResponse } = users
const { UserListResponse, UserResponse, UserRolesRequest, UserUpdateRequest } = users

const { Destination, DestinationCreateRequest, DestinationListResponse, DestinationResponse } = destinations
const { DestinationTestResponse, DestinationUpdateRequest, S3Settings, SftpSettings } = destinations
const { Order, OrderAddress, OrderCountRequest, OrderDetail, OrderLine, OrderListRequest, OrderListResponse, OrderResponse } = orders
const { RelativeDates, Schedule, ScheduleCreateRequest, ScheduleListResponse, SchedulePreview } = schedules
const { SchedulePreviewRequest, ScheduleResponse, ScheduleRun, ScheduleRunsResponse, ScheduleUpdateRequest } = schedules
const { GoogleKey, GoogleKeyResponse, GoogleKeySaveRequest, GoogleTestResponse } = google
const { SystemCheckResponse, SystemFinding, SystemProcess, SystemResponse, SystemState, SystemStore } = system
const { DeliveryListResponse, DeliveryResponse, Webhook, WebhookCreateRequest, WebhookDelivery, WebhookListResponse } = webhooks
const { WebhookResponse, WebhookSecretResponse, WebhookUpdateRequest } = webhooks

export const schemas = {
  Failure,
  About,
  Permission,
  Store,
  StoreCreateRequest,
  StoreListResponse,
  StoreResponse,
  StoreSavedResponse,
  StoreTestResponse,
  StoreUpdateRequest,
  StoreConnectRequest,
  StoreReconnectRequest,
  StoreConnectResponse,
  StoreRedirectResponse,
  StoreFinishRequest,
  ListedProduct,
  ProductDetail,
  ProductVariant,
  ProductImage,
  ProductFilters,
  ProductListRequest,
  ProductListResponse,
  ProductResponse,
  ProductCreateRequest,
  ProductUpdateRequest,
  ProductMetadata,
  MetafieldDefinition,
  MetafieldsResponse,
  Market,
  MarketsResponse,
  CountResponse,
  ProductCountRequest,
  ProductMetadataRequest,
  Order,
  OrderDetail,
  OrderLine,
  OrderAddress,
  OrderCountRequest,
  OrderFigures,
  OrderFiguresRequest,
  OrderFiguresResponse,
  StoreOrderFigures,
  OrderListRequest,
  OrderListResponse,
  OrderResponse,
  CsvOptions,
  ProductField,
  MetafieldColumn,
  MarketColumn,
  ProductExportConfig,
  ProductExportRequest,
  ExportEstimate,
  OrderColumn,
  OrderExportFilters,
  OrderExportRequest,
  OrderPreviewRequest,
  ExportPreview,
  OrderSheetResponse,
  Job,
  JobCounts,
  JobDestination,
  JobFile,
  JobSheet,
  RequestSummary,
  Receipt,
  StoreReceipt,
  JobListResponse,
  JobRequestResponse,
  JobResponse,
  JobRetryRequest,
  SheetRef,
  SheetValidateResponse,
  SheetVerifyResponse,
  RelativeDates,
  SheetWriting,
  Schedule,
  ScheduleCreateRequest,
  ScheduleListResponse,
  SchedulePreview,
  SchedulePreviewRequest,
  ScheduleResponse,
  ScheduleRun,
  ScheduleRunsResponse,

  ScheduleUpdateRequest,
  User,
  Member,
  Role,
  RoleAssignment,
  Assignment,
  MailState,
  UserListResponse,
  UserResponse,
  RoleListResponse,
  UserInviteRequest,
  UserInviteResponse,
  UserUpdateRequest,
  UserRolesRequest,
  PasswordLinkMade,
  ChosenStore,
  ChosenStoreResponse,
  ProfileResponse,
  ProfileUpdateRequest,
  ProfileUpdateResponse,
  ApiKey,
  ApiKeyCreateRequest,
  ApiKeyCreateResponse,
  ApiKeyListResponse,
  ApiKeyResponse,
  ApiKeyRotateRequest,
  KeyCall,
  KeyCallsResponse,
  ServiceAccount,
  ServiceAccountCreateRequest,
  ServiceAccountKeyRequest,
  ServiceAccountListResponse,
  ServiceAccountResponse,
  ServiceAccountUpdateRequest,
  ListedSession,
  SessionListResponse,
  SessionsEndedResponse,
  Passkey,
  PasskeyResponse,
  SecurityResponse,
  Settings,
  SettingsResponse,
  SettingsUpdateRequest,
  GoogleKey,
  GoogleKeyResponse,
  GoogleKeySaveRequest,
  GoogleTestResponse,
  SystemCheckResponse,
  SystemFinding,
  SystemProcess,
  SystemResponse,
  SystemState,
  SystemStore,
  AuditEntry,
  AuditListResponse,
  Event,
  JobEventData,
  StoreEventData,
  ...catalogueSchemas,
  ...notificationSchemas,
  ...savedChoiceSchemas,
  Destination,
  DestinationCreateRequest,
  DestinationUpdateRequest,
  DestinationListResponse,
  DestinationResponse,
  DestinationTestResponse,
  S3Settings,
  SftpSettings,
  Webhook,
  WebhookCreateRequest,
  WebhookUpdateRequest,
  WebhookListResponse,
  WebhookResponse,
  WebhookSecretResponse,
  WebhookDelivery,
  DeliveryListResponse,
  DeliveryResponse,
  SignInRequest,
  Session,
  RefreshRequest,
  SignUpRequest,
  SignUpResponse,
  SetupResponse,
  SocialSignInRequest,
  SocialSignInResponse,
  PasswordLinkRequest,
  PasswordLinkResponse,
  PasswordResetRequest,
  PasswordChangeRequest,
  InvitationAcceptRequest,
  AcceptedInvitation,
  Done,
  PasskeyOptionsResponse,
  PasskeyAddRequest,
  PasskeyUseRequest,
  ReauthenticateRequest,
  ReauthenticateResponse,
  RecoveryCodesResponse,
  SecondFactorVerifyRequest,
  SecondFactorConfirmRequest,
  SecondFactorEnrollResponse,
}
export type Name = keyof typeof schemas
