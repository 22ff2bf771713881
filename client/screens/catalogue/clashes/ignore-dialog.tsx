import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { announce } from '#client/ui/announce.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { FormFoot } from '#client/ui/form-foot.tsx'
import { clashKindLabels } from '#shared/catalogue-clashes-messages.ts'
import { type CatalogueClashKind } from '#shared/clash-kinds.ts'
import { type CatalogueClash } from '#shared/catalogue-clashes.ts'
import { catalogueClashesMessages as messages } from '#shared/catalogue-clashes-messages.ts'
import { limits } from '#shared/limits.ts'
import { storesOfClash } from './clashing-stores.ts'

type Props = { clash: CatalogueClash; /** Those that are not ignored yet. */ kinds: readonly CatalogueClashKind[]; onClose: () => void }

/** Asks why a clash is no mistake, and ignores it. */
export function IgnoreDialog({ clash, kinds, onClose }: Props) {
  const { by, code } = clash
  const [kind, setKind] = useState(kinds[0])
  const [reason, setReason] = useState('')
  const ignore = api.products.catalogue.ignoreClash.useMutation({
    onSuccess: async () => {
      await cache.products.catalogue.invalidate()
      announce(messages.ignored)
      onClose()
    },
  })
  const isGiven = reason.trim() !== ''
  return (
    <FormDialog title="Ignore a clash" size="sm" onClose={onClose} isFilled={() => isGiven}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (kind && isGiven) ignore.mutate({ by, code, kind, reason: reason.trim(), storeIds: storesOfClash(clash) })
        }}
      >
        <Text size="sm">{messages.ignoreExplained(code, kind === 'price')}</Text>
        {kinds.length > 1 && (
          <NativeSelect
            label="Clash"
            mt="md"
            value={kind}
            data={kinds.map((value) => ({ value, label: clashKindLabels[value] }))}
            onChange={({ currentTarget }) => setKind(kinds.find((one) => one === currentTarget.value))}
          />
        )}
        <TextInput
          label="Reason"
          mt="md"
          required
          maxLength={limits.clashes.reasonLength}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          data-autofocus
        />
        <FormFoot
          failure={ignore.error && say(ignore.error, messages.saveFailed)}
          submit="Ignore"
          isBusy={ignore.isPending}
          isOff={!isGiven}
          onCancel={onClose}
        />
      </form>
    </FormDialog>
  )
}
