import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { Can } from '#client/session/can.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { messages } from '#shared/messages.ts'
import { ChangePassword } from './change-password.tsx'
import { Passkeys } from './passkeys.tsx'
import { Requirement } from './requirement.tsx'
import { SecondFactorSettings } from './second-factor.tsx'

/** The person's ways to sign in, and for owners the team's requirement. */
export function SecurityTab() {
  const { data, error, refetch } = api.profile.security.useQuery()
  if (error && !data) return <LoadFailure title={messages.security.loadFailed} sentence={say(error)} retry={() => void refetch()} />
  if (!data) return <CentredSpinner label="Loading security settings" />
  const { is_enabled: isOn, is_required: isRequired } = data.second_factor
  const isLacking = isRequired && !isOn && data.passkeys.length === 0
  return (
    <>
      {isLacking && <Banner kind="error">{messages.security.factorRequired}</Banner>}
      <SecondFactorSettings state={data.second_factor} isNeeded={isRequired && data.passkeys.length === 0} />
      <Passkeys passkeys={data.passkeys} />
      {data.has_password && <ChangePassword />}
      <Can do="settings.update">
        <Requirement />
      </Can>
    </>
  )
}
