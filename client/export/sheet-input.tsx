import { Text, TextInput } from '@mantine/core'
import { Can } from '#client/session/can.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import type { SheetAccess } from './sheet-check.ts'

type Props = {
  value: string
  onChange: (url: string) => void
  access: SheetAccess
  description: string
  /** Has the focus when its dialog opens. */
  isFocused?: boolean
  onLeave?: () => void
}

/** The input for a spreadsheet's address, with the result of its check below. */
export function SheetInput({ value, onChange, access, description, isFocused = false, onLeave }: Props) {
  return (
    <div>
      <TextInput
        label="Spreadsheet URL"
        description={description}
        placeholder="https://docs.google.com/spreadsheets/d/..."
        inputMode="url"
        autoComplete="off"
        data-autofocus={isFocused || undefined}
        value={value}
        error={access.state === 'refused' && access.lines.map((line) => <div key={line}>{line}</div>)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        {...(onLeave && { onBlur: onLeave })}
      />
      {access.state === 'refused' && access.lacksKey && (
        <Can do="settings.update">
          <Text size="xs" mt={4}>
            <TextLink to="/settings" search={{ tab: 'google' }} target="_blank">
              Set up Google Sheets
            </TextLink>
          </Text>
        </Can>
      )}
      <div role="status">
        {access.state === 'checking' && (
          <Text size="xs" c="dimmed" mt={4}>
            Checking access…
          </Text>
        )}
        {access.state === 'accessible' &&
          access.lines.map((line) => (
            <Text key={line} size="xs" mt={4}>
              {line}
            </Text>
          ))}
      </div>
    </div>
  )
}
