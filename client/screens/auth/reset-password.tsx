import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { TextLink } from '#client/ui/text-link.tsx'
import { messages } from '#shared/messages.ts'
import { AuthCard } from './auth-card.tsx'
import { fragmentOf } from './fragment.ts'
import { useEraseFragment } from './leave-after.ts'
import { NewPassword } from './new-password.tsx'
import { RequestLink } from './request-link.tsx'

const footer = (
  <p>
    <TextLink to="/login">Back to sign in</TextLink>
  </p>
)

/** Asks for the e-mail address to send a link to; with the link's secret (`#token=…`) in the address, for the new password. */
export function ResetPasswordScreen() {
  const { hash } = useLocation()
  const [token] = useState(() => fragmentOf(hash).get('token'))
  const navigate = useNavigate()
  useEraseFragment()
  if (token === null)
    return (
      <AuthCard title="Reset your password" subtitle="We send you a link to choose a new one" footer={footer}>
        <RequestLink />
      </AuthCard>
    )
  return (
    <AuthCard title="Choose a new password" subtitle="All your other sessions end" footer={footer}>
      <NewPassword token={token} onSaved={() => void navigate({ to: '/login', state: { said: messages.auth.passwordSaved } })} />
    </AuthCard>
  )
}
