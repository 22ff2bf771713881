import { Button, Title, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { useRecentJobs } from '#client/jobs/queries.ts'
import { useAccess } from '#client/session/viewer.ts'
import { Banner } from '#client/ui/banner.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import type { Store } from '#shared/stores.ts'
import { canInvite, setsUp, setupSteps, type SetupStep } from './setup-steps.ts'
import { useHiddenSetup } from './hidden-setup.ts'
import classes from './setup.module.css'

const labels: Record<SetupStep, string> = {
  connect: 'Connect a store',
  test: 'Test its connection',
  export: 'Export products',
  invite: 'Invite a colleague',
}

/** The ways to what the steps ask for. Without a store there is nothing to test or to export. */
const links: Record<SetupStep, (store: Store | undefined) => ReactNode> = {
  connect: () => (
    <TextLink to="/stores" search={{ add: true }}>
      Add a store
    </TextLink>
  ),
  test: (store) => store && <TextLink to="/stores">Open Stores</TextLink>,
  export: (store) =>
    store && (
      <TextLink to="/products" search={{ store: store.id }} state={{ isExporting: true }}>
        Start an export
      </TextLink>
    ),
  invite: () => (
    <TextLink to="/users" search={{ invite: true }}>
      Invite someone
    </TextLink>
  ),
}

/** The first steps of an installation, for those who set it up, until they are done or the list is hidden. */
export function Setup({ stores }: { stores: readonly Store[] }) {
  const { viewer, profile } = useAccess()
  const isWanted = profile?.is_set_up === false && setsUp(viewer)
  const totals = useRecentJobs().data?.totals
  const users = api.users.list.useQuery(undefined, { enabled: isWanted && canInvite(viewer) })
  const steps = isWanted ? setupSteps(viewer, { stores, completedExports: totals?.completed, people: users.data?.users.length }) : null
  const isDone = steps !== null && [...steps.values()].every(Boolean)
  const { hide, error } = useHiddenSetup(isDone)
  if (steps === null || isDone) return null
  const store = stores.find(({ active }) => active)
  return (
    <section className={classes.setup} aria-labelledby="setup">
      <div className={classes.head}>
        <Title order={2} id="setup">
          Get started
        </Title>
        <Button size="compact-sm" variant="subtle" onClick={hide}>
          Hide these steps
        </Button>
      </div>
      {error && <Banner kind="error">{say(error)}</Banner>}
      <ol className={classes.steps}>
        {[...steps].map(([step, isStepDone]) => (
          <li key={step} className={classes.step} data-done={isStepDone || undefined}>
            {isStepDone ? <IconCircleCheckFilled size={18} aria-hidden /> : <IconCircle size={18} stroke={1.75} aria-hidden />}
            <span className={classes.label}>
              {labels[step]}
              {isStepDone && <VisuallyHidden> (done)</VisuallyHidden>}
            </span>
            {!isStepDone && links[step](store)}
          </li>
        ))}
      </ol>
    </section>
  )
}
