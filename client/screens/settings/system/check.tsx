import { Button, Text, Title } from '@mantine/core'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { localTime } from '#client/format/local-time.ts'
import { capitalized } from '#client/format/words.ts'
import { Banner } from '#client/ui/banner.tsx'
import { StateBadge } from '#client/ui/state-badge.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { systemMessages } from '#shared/system-messages.ts'
import type { SystemFinding } from '#shared/system.ts'
import around from '../settings.module.css'
import classes from './system.module.css'

const levels: Record<SystemFinding['level'], { label: string; color: string }> = {
  ok: { label: 'OK', color: 'green' },
  warning: { label: 'Warning', color: 'yellow' },
  problem: { label: 'Problem', color: 'red' },
}

function Outcome({ findings }: { findings: readonly SystemFinding[] }) {
  const count = (level: SystemFinding['level']) => findings.filter((finding) => finding.level === level).length
  const [problems, warnings] = [count('problem'), count('warning')]
  if (problems === 0 && warnings === 0) return <Banner kind="success">{systemMessages.allWell}</Banner>
  return <Banner kind={problems > 0 ? 'error' : 'note'}>{systemMessages.found(problems, warnings)}</Banner>
}

const order = ['problem', 'warning', 'ok'] as const satisfies readonly SystemFinding['level'][]
const rankOf = ({ level }: SystemFinding) => order.indexOf(level)

/** The findings of the checks: what needs somebody first, otherwise in the order of `npm run doctor`. */
const Findings = ({ findings }: { findings: readonly SystemFinding[] }) => (
  <ScrollRegion className={classes.region} label="Findings">
    <table className={classes.table} data-wraps="true">
      <thead>
        <tr>
          <th scope="col">Check</th>
          <th scope="col">Result</th>
          <th scope="col">Finding</th>
        </tr>
      </thead>
      <tbody>
        {findings
          .toSorted((one, other) => rankOf(one) - rankOf(other))
          .map(({ check, level, says, mend }, index) => (
            <tr key={`${index} ${check}`}>
              <th scope="row">{capitalized(check)}</th>
              <td>
                <StateBadge {...levels[level]} />
              </td>
              <td className={classes.sentence}>
                {says}
                {mend && (
                  <Text size="sm" fw={550}>
                    {mend}
                  </Text>
                )}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  </ScrollRegion>
)

/** Makes the checks of the doctor on a press of the button. */
export function SystemCheck() {
  const check = api.settings.system.check.useMutation()
  const { data, error, isPending } = check
  return (
    <section className={around.panel} aria-labelledby="system-check">
      <div className={around.head}>
        <Title order={2} id="system-check">
          Check
        </Title>
        <Button variant="default" size="xs" loading={isPending} onClick={() => check.mutate()}>
          Check now
        </Button>
      </div>
      <Text c="dimmed" size="sm" mt="xs" mb="sm">
        {systemMessages.checkExplained}
      </Text>
      <div role="status">{isPending && <Text size="sm">{systemMessages.checking}</Text>}</div>
      {error && <Banner kind="error">{say(error, systemMessages.checkFailed)}</Banner>}
      {data && (
        <>
          <Outcome findings={data.findings} />
          <Text c="dimmed" size="xs" my="xs">
            Checked on {localTime(data.checkedAt)}
          </Text>
          <Findings findings={data.findings} />
        </>
      )}
    </section>
  )
}
