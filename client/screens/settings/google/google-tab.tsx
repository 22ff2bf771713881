import { Button, Group, Text, Title } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { localTime } from '#client/format/local-time.ts'
import { CopyField } from '#client/ui/copy-field.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { GuideLink } from '#client/ui/guide-link.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import type { GoogleKey } from '#shared/google-key.ts'
import { googleMessages } from '#shared/google-messages.ts'
import classes from '../settings.module.css'
import { GoogleKeyForm } from './google-key-form.tsx'
import { RemoveKey } from './remove-key.tsx'
import { SheetTest } from './sheet-test.tsx'

type Dialog = 'key' | 'remove'

/** Where the key in use is from. */
function sourceInWords({ savedAt, environmentEmail }: GoogleKey): string {
  if (savedAt === null) return googleMessages.fromEnvironment
  const saved = googleMessages.saved(localTime(savedAt))
  return environmentEmail === null ? saved : `${saved} ${googleMessages.savedOver(environmentEmail)}`
}

function KeyInUse({ google, email, onOpen }: { google: GoogleKey; email: string; onOpen: (dialog: Dialog) => void }) {
  const isSaved = google.source === 'settings'
  return (
    <>
      <CopyField label={googleMessages.shareAs} value={email} />
      <Text c="dimmed" size="sm" mt="sm">
        {sourceInWords(google)}
      </Text>
      <Group gap="xs" mt="sm">
        <Button variant="default" size="xs" onClick={() => onOpen('key')}>
          {isSaved ? 'Replace key' : 'Save another key'}
        </Button>
        {isSaved && (
          <Button variant="default" size="xs" onClick={() => onOpen('remove')}>
            Remove key
          </Button>
        )}
      </Group>
    </>
  )
}

/** The key of the service account that writes spreadsheets, and the test of a spreadsheet. */
export function GoogleTab() {
  const [open, setOpen] = useState<Dialog | null>(null)
  const query = api.settings.google.get.useQuery()
  const { data, error, refetch } = query
  if (error && !data) return <LoadFailure title={googleMessages.loadFailed} sentence={say(error)} retry={() => void refetch()} />
  const google = data?.google
  return (
    <>
      <section className={classes.panel} aria-labelledby="google">
        <Title order={2} id="google">
          Google Sheets
        </Title>
        <Text c="dimmed" size="sm" mt="xs">
          {googleMessages.explained} <GuideLink to="google">{googleMessages.help}</GuideLink>
        </Text>
        <RefreshFailure query={query} />
        {!google && <CentredSpinner label="Loading the Google key" />}
        {google?.email === null && (
          <EmptyState icon={IconTable} title="No Google key" hint={googleMessages.none}>
            <Button variant="default" onClick={() => setOpen('key')}>
              Add key
            </Button>
          </EmptyState>
        )}
        {google && google.email !== null && <KeyInUse google={google} email={google.email} onOpen={setOpen} />}
      </section>
      {google && google.email !== null && <SheetTest key={google.email} />}
      {google && open === 'key' && <GoogleKeyForm isFirst={google.email === null} onClose={() => setOpen(null)} />}
      {google && open === 'remove' && <RemoveKey environmentEmail={google.environmentEmail} onClose={() => setOpen(null)} />}
    </>
  )
}
