import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'

const { min, max } = limits.password
/** The e-mail address typed at sign-in. The audit log keeps it, so its length is limited to that of an address. */
const TypedEmail = z.email(messages.auth.emailNeeded).max(limits.emailLength, messages.auth.emailNeeded)

export const SignInRequest = z.strictObject({
  email: TypedEmail,
  password: z.string().min(1, messages.auth.passwordNeeded).max(max),
})
export type SignInRequest = z.infer<typeof SignInRequest>

/** @param passwordMinLength the minimum of this installation, not below the product's own minimum. */
export const signUpRequest = (passwordMinLength: number = min) =>
  z.strictObject({
    email: TypedEmail,
    password: z.string().min(passwordMinLength, messages.auth.passwordTooShort(passwordMinLength)).max(max, messages.auth.passwordTooLong),
    /** The code that a production server prints at its start. The first account, the owner's, needs it. */
    setup_code: z.string().trim().max(limits.setupCodeLength).optional(),
  })
export const SignUpRequest = signUpRequest()
export type SignUpRequest = z.infer<typeof SignUpRequest>

/** The answer to a registration: the account, or null if a mail has the next step. */
export const SignUpResponse = z.object({ user: z.object({ id: z.string(), email: z.string() }).nullable(), message: z.string() })

export const PasswordLinkRequest = z.strictObject({ email: TypedEmail })
export type PasswordLinkRequest = z.infer<typeof PasswordLinkRequest>
export const PasswordLinkResponse = z.object({ message: z.string() })

/** `token`: from the fragment of the link `/reset-password#token=…`. */
export const passwordResetRequest = (passwordMinLength: number = min) =>
  signUpRequest(passwordMinLength)
    .omit({ email: true, setup_code: true })
    .extend({ token: z.string().min(1).max(200) })
export const PasswordResetRequest = passwordResetRequest()
export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>

/** `POST /api/auth/change-password`, for signed-in people. */
export const passwordChangeRequest = (passwordMinLength: number = min) =>
  signUpRequest(passwordMinLength)
    .omit({ email: true })
    .extend({ current_password: z.string().min(1, messages.auth.passwordNeeded).max(max) })
export const PasswordChangeRequest = passwordChangeRequest()
export type PasswordChangeRequest = z.infer<typeof PasswordChangeRequest>

/** The form for a new password, with its repetition. */
export const PasswordResetForm = PasswordResetRequest.omit({ token: true })
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, { path: ['confirmPassword'], message: messages.auth.passwordsDiffer })

/** The secrets from the fragment of an invitation link. */
export const InvitationAcceptRequest = z.strictObject({ access_token: z.string().min(1).max(200), refresh_token: z.string().max(200) })
export type InvitationAcceptRequest = z.infer<typeof InvitationAcceptRequest>

/** The sign-up form: the request and the repeated password. */
export const SignUpForm = SignUpRequest.extend({ confirmPassword: z.string() }).refine((form) => form.password === form.confirmPassword, {
  path: ['confirmPassword'],
  message: messages.auth.passwordsDiffer,
})

/**
 * The answer to a sign-in or a renewal. `token` is the access token for `Authorization: Bearer`, and `expires_at` is its expiry. Scripts
 * renew it with `refresh_token`. Browsers keep that in a cookie that pages cannot read.
 */
export const Session = z.object({
  token: z.string(),
  refresh_token: z.string(),
  expires_at: z.iso.datetime(),
  user: z.object({ id: z.string(), email: z.string() }),
})
export type Session = z.infer<typeof Session>

/**
 * The answer to an accepted invitation. `password_token` works for `POST /api/auth/reset-password`. It is null unless a password is the
 * only way to sign in and no mail can bring a link to choose one.
 */
export const AcceptedInvitation = Session.extend({ password_token: z.string().nullable() })
export type AcceptedInvitation = z.infer<typeof AcceptedInvitation>
