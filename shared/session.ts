import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'

const { least, most } = limits.password

export const SignInRequest = z.strictObject({
  email: z.email(messages.auth.emailNeeded),
  password: z.string().min(1, messages.auth.passwordNeeded).max(most),
})
export type SignInRequest = z.infer<typeof SignInRequest>

/** @param passwordMinLength what this installation asks for, at least the product's own minimum. */
export const signUpRequest = (passwordMinLength: number = least) =>
  z.strictObject({
    email: z.email(messages.auth.emailNeeded),
    password: z.string().min(passwordMinLength, messages.auth.passwordTooShort(passwordMinLength)).max(most, messages.auth.passwordTooLong),
  })
export const SignUpRequest = signUpRequest()
export type SignUpRequest = z.infer<typeof SignUpRequest>

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
