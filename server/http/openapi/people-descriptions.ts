// Descriptions of the schemas of people, keys, settings and sign-in. They are separate, because browsers load the schemas.
import type { Descriptions } from './description.ts'

export const peopleDescriptions = {
  User: [
    'A person on the team.',
    {
      avatar_url: 'An embedded picture (data:image/…); null where there is none.',
      email_confirmed_at: 'When the invitation was accepted; null before.',
      is_active: 'False for somebody deactivated.',
    },
  ],
  Member: [
    'A person as the caller sees them.',
    { email: 'Null for people known by name only, who come without department and picture too.' },
  ],
  Role: ['A role.', { level: '100 is the owner, 90 an administrator. Nobody acts on people above their own level.' }],
  RoleAssignment: ['A role that somebody has.', { store_id: 'Null: in all stores.', store: 'Null beside an id: a store that is gone.' }],
  Assignment: ['A role to give.', { store_id: 'Null: in all stores.' }],
  MailState: ['Whether mails leave this installation.', { failingSince: 'Since when the mail server takes none; null where it does.' }],
  UserListResponse: 'The team.',
  UserResponse: 'One person.',
  RoleListResponse: 'The roles that there are.',
  UserInviteRequest: [
    'Whom to invite.',
    { store_ids: 'Null or empty: all stores, which only roles at level 90 and above may have by invitation.' },
  ],
  UserInviteResponse: [
    'Who was invited.',
    {
      isReactivated: 'Somebody deactivated was invited: they are active again, with these roles.',
      invitation_url: 'The link in the mail, to hand over as well; null for those who have been here before.',
      isMailed: 'Whether the mail leaves this installation, or the link must be handed over.',
    },
  ],
  UserUpdateRequest: ['What to change; what is left out stays.', { is_active: 'False deactivates the person.' }],
  UserRolesRequest: 'The roles that the person has from now on.',
  PasswordLinkMade: ['A link to hand over.', { password_url: 'Where the person chooses a password. It is good once.' }],
  ProfileResponse: [
    'Who is calling.',
    {
      needs_second_factor: 'Nothing else is open before a second factor is set up.',
      email_notifications: 'Whether a mail tells this person that a job has finished.',
      problem_mails:
        'When mails tell this person of problems of their schedules: `at_once`, `daily` (one mail a day, at 07:00) or `never`.',
      digest_timezone: 'The IANA zone of the daily mail. Null: UTC.',
      role_level: 'The highest level of their roles.',
      chosen_store: 'The store that the screens open with; null where none was chosen, or where it is gone or out of reach.',
      store_colors: 'The number of the colour that the screens show each store in reach with, by its id. Up to ten stores differ.',
      list_layouts:
        'What this person has changed of the lists: columns and row heights, widths of columns in pixels, whose time zone the times of orders are in, and whether single keys work.',
      is_set_up: 'Whether the checklist of the first steps was completed or hidden.',
    },
  ],
  ChosenStore: ['A store in brief.', { state: 'How the last call to its shop ended; null where none was made.' }],
  ChosenStoreResponse: 'The store that was chosen.',
  ProfileUpdateRequest: [
    'What to change; what is left out stays.',
    { avatar_url: 'An embedded picture (data:image/…;base64,…); null removes it.' },
  ],
  ProfileUpdateResponse: 'The own account.',
  View: [
    'A saved view of a list.',
    {
      shared: 'Whether the whole team sees it.',
      isDefault: 'Whether the list opens with it for the caller.',
      search:
        'The fields of the URL of the screen, without those that have their default. Stores that the caller cannot read are left out.',
      columns: 'Null: as the caller has them.',
      density: 'The height of the rows. Null: as the caller has it.',
      isMine: 'Whether the caller saved it.',
      canEdit: 'Whether the caller may change, share and delete it.',
    },
  ],
  ViewCreateRequest: [
    'A view to save.',
    { search: 'The fields of the URL of the screen, without its page and without what its panel shows.' },
  ],
  ViewUpdateRequest: 'What to change. A view never changes its screen.',
  ViewListResponse: 'Views.',
  ViewResponse: 'One view.',
  ApiKey: [
    'A key that a program signs in with.',
    {
      store_ids: 'Null: all stores of the owner.',
      hint: 'How the token begins and ends; null for keys from before hints were kept.',
      last_used_at: 'Null where it was never used.',
      expires_at: 'Null for keys from before keys ended.',
    },
  ],
  ApiKeyRotateRequest: ['A key to replace.', { overlap_hours: 'How long the old key keeps working.' }],
  ApiKeyCreateRequest: ['A key to make.', { permissions: 'Some of the caller’s own.', store_ids: 'Null: all stores of the caller.' }],
  ApiKeyCreateResponse: ['The key.', { token: 'Goes into Authorization: Bearer. It is never shown again.' }],
  ApiKeyListResponse: 'API keys.',
  ApiKeyResponse: 'One API key.',
  KeyCall: [
    'A call that a program made with a key.',
    {
      path: 'The address with the names of its parameters; null where no call has it.',
      duration_ms: 'From the start of the request to the end of the answer.',
      address: 'The network address of the caller.',
    },
  ],
  KeyCallsResponse: ['The last calls of a key.', { calls: 'Newest first.' }],
  ServiceAccount: [
    'An account for a program, which cannot sign in.',
    {
      is_active: 'False for one that was deactivated, which ended its keys.',
      user_roles: 'Never the owner’s.',
      api_keys: 'Newest first. The email of their owner is null.',
    },
  ],
  ServiceAccountCreateRequest: ['A service account to make.', { name: 'No other service account has it.' }],
  ServiceAccountUpdateRequest: ['What to change; what is left out stays.', { is_active: 'False deletes the keys of the account.' }],
  ServiceAccountKeyRequest: [
    'A key to make.',
    { permissions: 'Some of the account’s own.', store_ids: 'Null: all stores of the account.' },
  ],
  ServiceAccountListResponse: 'Service accounts.',
  ServiceAccountResponse: 'One service account.',
  ListedSession: [
    'A place where somebody is signed in.',
    {
      address: 'The IP address; null where it is not known.',
      is_current: 'Whether the call itself comes by this session.',
    },
  ],
  SessionListResponse: 'The own sessions.',
  SessionsEndedResponse: ['What ended.', { ended: 'How many sessions.' }],
  Passkey: 'A passkey, without its key.',
  PasskeyResponse: 'One passkey.',
  SecurityResponse: [
    'How the caller signs in.',
    { authenticated_until: 'Until when sensitive calls are open without another confirmation.' },
  ],
  Settings: [
    'The settings of the team.',
    {
      logo_url: 'An embedded picture (data:image/…); null where there is none.',
      second_factor_level: 'From this role level on, people need a second factor; null: nobody does.',
    },
  ],
  SettingsResponse: 'The settings.',
  SettingsUpdateRequest: [
    'What to change; at least one field.',
    { logo_url: 'An embedded picture (data:image/…;base64,…); null removes it.' },
  ],
  GoogleKey: [
    'The key of the Google service account in use, without the key itself.',
    {
      source: 'Whether it was saved in the settings or is from the environment; null: there is none.',
      email: 'The address to share spreadsheets with.',
      savedAt: 'When it was saved in the settings.',
      environmentEmail: 'The address of the key of the environment, which is used while none is saved.',
    },
  ],
  GoogleKeyResponse: 'The key in use.',
  GoogleKeySaveRequest: ['A key to save.', { key: 'The content of the JSON key file that Google Cloud downloads.' }],
  GoogleTestResponse: [
    'A spreadsheet that works.',
    { sheetName: 'The title of the document.', tab: 'The name of the sheet that was written, read and removed.' },
  ],
  AuditEntry: [
    'What was done or refused.',
    {
      actor_email: 'The address of today; null for service accounts, and where the person is gone or was nobody yet.',
      actor_name: 'What the person was called then.',
      target_name: 'What the target was called then.',
      transport: 'Over which interface the call came.',
      repeats: 'How many refusals share the line.',
    },
  ],
  AuditListResponse: ['One page of entries, newest first.', { next_cursor: 'The same as nextCursor, as the first versions called it.' }],
  SignInRequest: 'An address and a password.',
  Session: [
    'A session.',
    {
      token: 'The access token, for Authorization: Bearer.',
      refresh_token: 'Renews the session by POST /api/auth/token.',
      expires_at: 'When the access token ends.',
    },
  ],
  RefreshRequest: ['The session to renew or to end.', { refresh_token: 'Left out by browsers, which keep it in a cookie.' }],
  SignUpRequest: ['An account.', { setup_code: 'For the first account of a production server, which prints it when it starts.' }],
  SignUpResponse: ['What registering led to.', { user: 'The account; null where a mail leads on.' }],
  SetupResponse: [
    'The state of the installation.',
    { owner_needed: 'The first account is still to be made.', code_needed: 'That takes the setup code.' },
  ],
  SocialSignInRequest: ['Through whom to sign in.', { fresh: 'Asks the issuer to let the person sign in once more.' }],
  SocialSignInResponse: ['Where to go.', { url: 'The address at the issuer.' }],
  PasswordLinkRequest: 'Whose password it is.',
  PasswordLinkResponse: 'A sentence for the user.',
  PasswordResetRequest: ['A password to set.', { token: 'From the fragment of the link.' }],
  PasswordChangeRequest: 'The password of now and the one from now on.',
  InvitationAcceptRequest: 'The secrets in the fragment of the link.',
  AcceptedInvitation: [
    'A session for somebody who has just come in.',
    {
      password_token:
        'For POST /api/auth/reset-password, where a password is the only way to sign in and no mail would bring a link; null otherwise.',
    },
  ],
  Done: 'The call did what it says.',
  PasskeyOptionsResponse: 'Options of WebAuthn, for navigator.credentials.',
  PasskeyAddRequest: ['A passkey to keep.', { response: 'What the browser made of the options, as it is.' }],
  PasskeyUseRequest: ['A proof by passkey.', { response: 'What the browser made of the options, as it is.' }],
  ReauthenticateRequest: 'A password, or a code of the second factor.',
  ReauthenticateResponse: ['Until when sensitive calls are open.', {}],
  RecoveryCodesResponse: ['Codes for the day the device is lost.', { recovery_codes: 'Each is good for one sign-in.' }],
  SecondFactorVerifyRequest: [
    'The second step of a sign-in.',
    { ticket: 'From 401 SECOND_FACTOR. It is good for five minutes.', code: 'Six digits of the app, or a recovery code.' },
  ],
  SecondFactorConfirmRequest: ['The first code.', { code: 'Six digits of the app.' }],
  SecondFactorEnrollResponse: ['What an authenticator app needs.', { totp_uri: 'For a QR code.', secret: 'To be typed.' }],
} as const satisfies Partial<Descriptions>
