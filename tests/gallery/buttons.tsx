import { ActionIcon, Button, Group, Stack } from '@mantine/core'
import { IconChevronDown, IconDownload, IconPencil } from '@tabler/icons-react'
import { ExportButton } from '#client/export/export-button.tsx'
import { ArrowButton } from '#client/ui/arrow-button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { nothing } from './nothing.ts'

export const Buttons = () => (
  <Stack gap="sm">
    <Group gap="sm">
      <Button>Primary</Button>
      <Button variant="default">Default</Button>
      <Button variant="light">Light</Button>
      <Button variant="subtle">Subtle</Button>
      <Button color="red.9">Danger</Button>
      <Button disabled>Disabled</Button>
      <Button loading>Loading</Button>
    </Group>
    <Group gap="sm">
      <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />}>
        Small
      </Button>
      <Button size="compact-xs" variant="default">
        Smallest
      </Button>
      <ActionIcon aria-label="Edit">
        <IconPencil size={15} aria-hidden />
      </ActionIcon>
      <ArrowButton label="Move down" icon={IconChevronDown} isOff={false} onClick={nothing} />
      <ArrowButton label="Move down, at the end" icon={IconChevronDown} isOff onClick={nothing} />
      <CopyButton size="xs" variant="default" label="Copy SKU" value="TEA-1" />
      <TextLink to="/">A link</TextLink>
    </Group>
    <Group gap="sm">
      <ExportButton count={undefined} onClick={nothing} />
      <ExportButton count={12_345} onClick={nothing} />
    </Group>
  </Stack>
)
