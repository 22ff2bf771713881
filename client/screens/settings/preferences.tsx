import { SegmentedControl, Switch, Text, Title, useMantineColorScheme } from '@mantine/core'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { useAccess } from '#client/session/viewer.ts'
import { Banner } from '#client/ui/banner.tsx'
import { painted } from '#client/ui/painted.ts'
import { messages } from '#shared/messages.ts'
import { Theme } from '#shared/profile.ts'
import classes from './settings.module.css'

const themes = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** The colour scheme and the e-mail notifications. */
export function Preferences() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { profile } = useAccess()
  const update = api.profile.update.useMutation({
    onSuccess: () => window.dispatchEvent(new Event('profileUpdated')),
    onError: () => setColorScheme(profile?.theme ?? 'auto'),
  })
  const saved = profile?.email_notifications ?? false
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
      {update.error && <Banner kind="error">{say(update.error, messages.settings.saveFailed)}</Banner>}
    </section>
  )
}
