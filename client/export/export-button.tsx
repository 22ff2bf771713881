import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { countMark } from '#client/ui/count-mark.ts'

type Props = {
  /** How many items the export would cover. null: the shop cannot count them; undefined: not known yet. */
  count: number | null | undefined
  onClick: () => void
}

/** Opens the export dialog of a list. */
export function ExportButton({ count, onClick }: Props) {
  const { className, 'data-count': shown, ...described } = countMark(count ?? undefined)
  return (
    <Button px="xs" leftSection={<IconDownload size={16} aria-hidden />} onClick={onClick} {...described}>
      Export
      <span className={className} data-count={shown} />
    </Button>
  )
}
