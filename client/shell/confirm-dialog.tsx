import { Button, Stack, Text } from '@mantine/core'
import { IconBrandGoogle, IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { account } from '#client/session/account.ts'
import { confirmation } from '#client/session/confirmation.ts'
import { knowsPasskeys } from '#client/session/passkeys.ts'
import { returnTo } from '#client/session/return-to.ts'
import { session } from '#client/session/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { messages } from '#shared/messages.ts'
import type { SecurityResponse } from '#shared/second-factor.ts'
import { ProofForm, type Proof } from './proof-form.tsx'

const cancel = () => confirmation.settle(false)
const confirm = () => confirmation.settle(true)

/** The proofs that the person can type, the most common first. */
const proofsOf = ({ has_password: hasPassword, second_factor: { is_enabled: isOn } }: SecurityResponse): Proof[] => [
  ...(hasPassword ? (['password'] as const) : []),
  ...(isOn ? (['code'] as const) : []),
]

const takesPasskey = ({ passkeys }: SecurityResponse) => passkeys.length > 0 && knowsPasskeys()

/** Whether the only way to confirm is at the issuer, which leaves the page and loses its input. */
const isAtIssuerOnly = (security: SecurityResponse) => proofsOf(security).length === 0 && !takesPasskey(security)

function PasskeyProof() {
  const prove = useMutation({ mutationFn: account.reauthenticateByPasskey, onSuccess: confirm })
  return (
    <>
      <Button variant="default" leftSection={<IconFingerprint size={16} />} loading={prove.isPending} onClick={() => prove.mutate()}>
        Use a passkey
      </Button>
      {prove.error && <Banner kind="error">{say(prove.error, messages.security.passkeyFailed)}</Banner>}
    </>
  )
}

/** Leaves the page. The issuer asks for the person's password, and the browser returns to this address. */
function IssuerProof() {
  const leave = useMutation({
    mutationFn: () => session.startGoogle({ fresh: true }),
    onSuccess: (address) => {
      returnTo.keep()
      window.location.assign(address)
    },
  })
  return (
    <>
      <Button variant="default" leftSection={<IconBrandGoogle size={16} />} loading={leave.isPending} onClick={() => leave.mutate()}>
        Continue with Google
      </Button>
      {leave.error && <Banner kind="error">{say(leave.error, messages.auth.googleFailed)}</Banner>}
    </>
  )
}

function Ways({ security }: { security: SecurityResponse }) {
  const [first, second] = proofsOf(security)
  const [chosen, setChosen] = useState(first)
  const other = chosen === first ? second : first
  return (
    <Stack gap="sm" mt="md">
      {chosen && <ProofForm key={chosen} proof={chosen} onProved={confirm} onCancel={cancel} />}
      {chosen && other && (
        <Button variant="subtle" onClick={() => setChosen(other)}>
          {other === 'code' ? 'Use a code instead' : 'Use the password instead'}
        </Button>
      )}
      {takesPasskey(security) && <PasskeyProof />}
      {!security.has_password && <IssuerProof />}
    </Stack>
  )
}

/** The modal in which the person confirms their identity. It opens once the possible proofs are loaded, or have failed to load. */
export function ConfirmDialog() {
  const { data, error } = api.profile.security.useQuery()
  if (!data && !error) return null
  return (
    <Dialog onClose={cancel} title="Confirm that it is you" closeOnClickOutside={false} closeOnEscape={false}>
      <Text size="md">{data && isAtIssuerOnly(data) ? messages.security.confirmAtIssuer : messages.security.confirm}</Text>
      {data ? <Ways security={data} /> : <Banner kind="error">{say(error, messages.security.loadFailed)}</Banner>}
    </Dialog>
  )
}
