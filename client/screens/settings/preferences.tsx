import { SegmentedControl, Switch, Text, Title, useMantineColorScheme } from '@mantine/core'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { loadAccess, useAccess } from '#client/session/viewer.ts'
import { Banner } from '#client/ui/banner.tsx'
import { painted } from '#client/ui/painted.ts'
import { messages } from '#shared/messages.ts'
import { notificationLimits } from '#shared/notification-limits.ts'
import { ProblemMails, Theme } from '#shared/profile.ts'
import classes from './settings.module.css'

const themes = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

const mailTimes = [
  { value: 'at_once', label: 'At once' },
  { value: 'daily', label: 'Once a day' },
  { value: 'never', label: 'Never' },
]
/** That of this machine, for the hour of the daily mail. */
const here = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The colour scheme and the e-mail notifications. */
export function Preferences() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { profile } = useAccess()
  const update = api.profile.update.useMutation({
    onSuccess: () => {
      window.dispatchEvent(new Event('profileUpdated'))
      // Until the profile has the new value, it is shown as the one being saved.
      return loadAccess()
    },
    onError: () => setColorScheme(profile?.theme ?? 'auto'),
  })
  const saved = profile?.email_notifications ?? false
  const { problem_mails: savedMails = 'at_once', digest_timezone: zone = null } = profile ?? {}
  const mails = update.isPending ? (update.variables.problem_mails ?? savedMails) : savedMails
  const shown = update.isPending ? (update.variables.email_notifications ?? saved) : saved

  async function choose(theme: Theme) {
    // Every element gets another look.
    await painted()
    setColorScheme(theme)
    update.mutate({ theme })
  }

  return (
    <section className={classes.panel} aria-labelledby="preferences">
      <Title order={2} id="preferences" mb="sm">
        Preferences
      </Title>
      <div className={classes.choice}>
        <Text fw={550} id="theme">
          Theme
        </Text>
        <SegmentedControl
          aria-labelledby="theme"
          data={themes}
          value={colorScheme}
          disabled={update.isPending}
          onChange={(value) => void choose(Theme.parse(value))}
        />
      </div>
      <div className={classes.choice}>
        <Switch
          label="Email me when my exports finish"
          checked={shown}
          disabled={update.isPending}
          onChange={({ currentTarget }) => update.mutate({ email_notifications: currentTarget.checked })}
        />
      </div>
      <div className={classes.choice}>
        <div>
          <Text fw={550} id="problem-mails">
            Email me about problems of my schedules
          </Text>
          {mails === 'daily' && (
            <Text size="sm" c="dimmed">
              {`Every day at ${notificationLimits.digestAt} (${zone ?? here})`}
            </Text>
          )}
        </div>
        <SegmentedControl
          aria-labelledby="problem-mails"
          data={mailTimes}
          value={mails}
          disabled={update.isPending}
          onChange={(value) => update.mutate({ problem_mails: ProblemMails.parse(value), digest_timezone: here })}
        />
      </div>
      {update.error && <Banner kind="error">{say(update.error, messages.settings.saveFailed)}</Banner>}
    </section>
  )
}
