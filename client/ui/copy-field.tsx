import { Button, CopyButton, TextInput } from '@mantine/core'

/** Something to pass on: shown, and copied by a press of its button. */
export function CopyField({ label, value }: { label: string; value: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <TextInput
          label={label}
          mt="md"
          readOnly
          value={value}
          rightSectionWidth={84}
          rightSection={
            <Button size="compact-sm" variant="subtle" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          }
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
    </CopyButton>
  )
}
