import { Switch } from '@mantine/core'
import { useState } from 'react'
import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Confirm } from '#client/ui/confirm.tsx'
import { catalogueScreenMessages as messages } from '#shared/catalogue-screen-messages.ts'
import classes from '../settings.module.css'

/** Whether copies are kept at all, for owners. Asks before they are removed. */
export function CompanySwitch({ isOn }: { isOn: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const turn = api.products.catalogue.switch.useMutation({
    onSuccess: async () => {
      await cache.products.catalogue.invalidate()
      setAsking(false)
    },
  })
  const failure = turn.error && say(turn.error, messages.saveFailed)
  return (
    <div className={classes.choice}>
      <Switch
        label="Keep copies of the stores' catalogues"
        checked={isOn}
        disabled={turn.isPending}
        onChange={() => (isOn ? setAsking(true) : turn.mutate({ isOn: true }))}
      />
      {failure && !isAsking && <Banner kind="error">{failure}</Banner>}
      {isAsking && (
        <Confirm
          title="Switch off all copies"
          question={messages.switchAllOff}
          action="Switch off"
          isBusy={turn.isPending}
          refused={failure ?? undefined}
          onConfirm={() => turn.mutate({ isOn: false })}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  )
}
