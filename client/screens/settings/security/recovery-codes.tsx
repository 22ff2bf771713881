import { Button, Group } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { productTitle } from '#shared/brand.ts'
import { saveFile } from '#client/download.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { messages } from '#shared/messages.ts'
import classes from './security.module.css'

const fileOf = (codes: readonly string[]) => new Blob([`${productTitle}: recovery codes\n\n${codes.join('\n')}\n`], { type: 'text/plain' })

/** Shows the codes. They cannot be shown again. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Notice title="Recovery codes" sentence={messages.security.codesShownOnce} close="I have saved them" onClose={onClose}>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs" mt="sm">
        <CopyButton value={codes.join('\n')} label="Copy all" variant="default" size="xs" leftSection={<IconCopy size={14} />} />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          onClick={() => saveFile(fileOf(codes), 'recovery-codes.txt')}
        >
          Download
        </Button>
      </Group>
    </Notice>
  )
}
