import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { saveAnswer } from '#client/download.ts'
import { say } from '#client/failure.ts'
import { postRest } from '#client/rest.ts'
import { useViewer } from '#client/session/viewer.ts'
import { Banner } from '#client/ui/banner.tsx'
import { can } from '#shared/access.ts'
import type { Store } from '#shared/stores.ts'

type Options = {
  path: string
  fileName: string
  /** What the list on the screen is filtered by. */
  filter: { storeIds?: string[] | undefined }
  /** The stores of the list. */
  shown: readonly Store[]
  without: (names: readonly string[]) => string
  failed: string
}

/** Saves all that fits a list's filters as a file: of the shown stores, those whose products the person may export. */
export function useCatalogueCsv({ path, fileName, filter, shown, without, failed }: Options) {
  const viewer = useViewer()
  const allowed = shown.filter(({ id }) => can(viewer, 'products.export', id))
  const left = shown.filter((store) => !allowed.includes(store)).map(({ name }) => name)
  const csv = useMutation({
    mutationFn: async () => {
      const storeIds = left.length > 0 ? allowed.map(({ id }) => id) : filter.storeIds
      return saveAnswer(await postRest(path, { ...filter, ...(storeIds && { storeIds }) }), fileName)
    },
  })
  const button = allowed.length > 0 && (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={csv.isPending}
      title={left.length > 0 ? without(left) : undefined}
      onClick={() => csv.mutate()}
    >
      Download CSV
    </Button>
  )
  const failure = csv.error && <Banner kind="error">{say(csv.error, failed)}</Banner>
  return { button, failure }
}
