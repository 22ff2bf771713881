import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'

const { min, max } = limits.password
/** What somebody typed at sign-in, as the audit log keeps it: no longer than an address can be. */
const TypedEmail = z.email(messages.auth.emailNeeded).max(limits.emailLength, messages.auth.emailNeeded)

export const SignInRequest = z.strictObject({
  email: TypedEmail,
  password: z.string().min(1, messages.auth.passwordNeeded).max(max),
})
export type SignInRequest = z.infer<typeof SignInRequest>

/** @param passwordMinLength what this installation asks for, at least the product's own minimum. */
export const signUpRequest = (passwordMinLength: number = min) =>
  z.strictObject({
    email: TypedEmail,
    password: z.string().min(passwordMinLength, messages.auth.passwordTooShort(passwordMinLength)).max(max, messages.auth.passwordTooLong),
    /** What the start of a production server printed; the first account, the owner's, takes it. */
    setup_code: z.string().trim().max(limits.setupCodeLength).optional(),
  })
export const SignUpRequest = signUpRequest()
export type SignUpRequest = z.infer<typeof SignUpRequest>

/** What registering answers: the account, or null where a mail leads on. */
export const SignUpResponse = z.object({ user: z.object({ id: z.string(), email: z.string() }).nullable(), message: z.string() })

export const PasswordLinkRequest = z.strictObject({ email: TypedEmail })
export type PasswordLinkRequest = z.infer<typeof PasswordLinkRequest>
export const PasswordLinkResponse = z.object({ message: z.string() })

/** `token` is the one in the fragment of the link: `/reset-password#token=…`. */
export const passwordResetRequest = (passwordMinLength: number = min) =>
  signUpRequest(passwordMinLength)
    .omit({ email: true, setup_code: true })
    .extend({ token: z.string().min(1).max(200) })
export const PasswordResetRequest = passwordResetRequest()
export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>

/** `POST /api/auth/change-password`, by somebody signed in. */
export const passwordChangeRequest = (passwordMinLength: number = min) =>
  signUpRequest(passwordMinLength)
    .omit({ email: true })
    .extend({ current_password: z.string().min(1, messages.auth.passwordNeeded).max(max) })
export const PasswordChangeRequest = passwordChangeRequest()
export type PasswordChangeRequest = z.infer<typeof PasswordChangeRequest>

/** The form for a new password, which is typed twice. */
export const PasswordResetForm = PasswordResetRequest.omit({ token: true })
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, { path: ['confirmPassword'], message: messages.auth.passwordsDiffer })

/** The secrets in the fragment of an invitation's link. */
export const InvitationAcceptRequest = z.strictObject({ access_token: z.string().min(1).max(200), refresh_token: z.string().max(200) })
export type InvitationAcceptRequest = z.infer<typeof InvitationAcceptRequest>

/** The sign-up form: the request and the password once more. */
export const SignUpForm = SignUpRequest.extend({ confirmPassword: z.string() }).refine((form) => form.password === form.confirmPassword, {
  path: ['confirmPassword'],
  message: messages.auth.passwordsDiffer,
})

/**
 * What signing in and renewing answer. `token` is the access token for `Authorization: Bearer`; `expires_at` is when it ends;
 * `refresh_token` renews it for scripts (browsers keep it in a cookie that pages cannot read).
 */
export const Session = z.object({
  token: z.string(),
  refresh_token: z.string(),
  expires_at: z.iso.datetime(),
  user: z.object({ id: z.string(), email: z.string() }),
})
export type Session = z.infer<typeof Session>

/**
 * What accepting an invitation answers. `password_token` is good for `POST /api/auth/reset-password`, where a password is the only
 * way to sign in and no mail would bring a link to choose one; else null.
 */
export const AcceptedInvitation = Session.extend({ password_token: z.string().nullable() })
export type AcceptedInvitation = z.infer<typeof AcceptedInvitation>
