import { Badge, Button, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { useViewer } from '#client/session/viewer.ts'
import { announce } from '#client/ui/announce.ts'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import { Banner } from '#client/ui/banner.tsx'
import { can } from '#shared/access.ts'
import { clashKindLabels } from '#shared/catalogue-clashes-messages.ts'
import { type CatalogueClash, type IgnoredClash } from '#shared/catalogue-clashes.ts'
import { catalogueClashesMessages as messages } from '#shared/catalogue-clashes-messages.ts'
import { ClashVariants } from './clash-variants.tsx'
import { storesOfClash } from './clashing-stores.ts'
import classes from './clashes.module.css'

const IgnoreDialog = lazyBehind(async () => (await import('./ignore-dialog.tsx')).IgnoreDialog)

type IgnoredProps = { clash: CatalogueClash; ignored: IgnoredClash; mayChange: boolean }

/** Why a clash is ignored, with the way to list it again. */
function Ignored({ clash, ignored: { kind, reason, person, canShowAgain }, mayChange }: IgnoredProps) {
  const { by, code } = clash
  const show = api.products.catalogue.ignoreClash.useMutation({
    onSuccess: async () => {
      await cache.products.catalogue.invalidate()
      announce(messages.shownAgain)
    },
  })
  return (
    <div className={classes.ignored}>
      <Text size="sm" c="dimmed" component="span">
        {clashKindLabels[kind]} ignored{person && ` by ${person}`}: {reason}
      </Text>
      {mayChange && canShowAgain && (
        <Button
          size="compact-xs"
          variant="default"
          loading={show.isPending}
          aria-label={`Show again: ${clashKindLabels[kind]} of ${code}`}
          onClick={() => show.mutate({ by, code, kind, reason: null, storeIds: storesOfClash(clash) })}
        >
          Show again
        </Button>
      )}
      {show.error && <Banner kind="error">{say(show.error, messages.saveFailed)}</Banner>}
    </div>
  )
}

/** One code: what clashes, where, and what was said about it. */
export function ClashEntry({ clash }: { clash: CatalogueClash }) {
  const { by, code, kinds, ignored, missingIn } = clash
  const viewer = useViewer()
  const [isAsking, setAsking] = useState(false)
  const mayChange = storesOfClash(clash).every((storeId) => can(viewer, 'products.update', storeId))
  const open = kinds.filter((kind) => !ignored.some((one) => one.kind === kind))
  return (
    <li className={classes.clash}>
      <div className={classes.head}>
        <h2 className={classes.name}>
          <span className={classes.by}>{by === 'sku' ? 'SKU' : 'Barcode'}</span> {code}
        </h2>
        {kinds.map((kind) => (
          <Badge key={kind} color={kind === 'missing' || kind === 'stock' ? 'gray' : 'orange'}>
            {clashKindLabels[kind]}
          </Badge>
        ))}
        {mayChange && open.length > 0 && (
          <Button
            size="compact-xs"
            variant="default"
            className={classes.ignore ?? ''}
            onClick={() => setAsking(true)}
            aria-label={`Ignore ${code}`}
          >
            Ignore
          </Button>
        )}
      </div>
      {ignored.map((one) => (
        <Ignored key={one.kind} clash={clash} ignored={one} mayChange={mayChange} />
      ))}
      <ClashVariants clash={clash} />
      {missingIn.length > 0 && (
        <Text size="sm" c="dimmed">
          {messages.missingIn(missingIn.map(({ storeName }) => storeName))}
        </Text>
      )}
      <Suspense>{isAsking && <IgnoreDialog clash={clash} kinds={open} onClose={() => setAsking(false)} />}</Suspense>
    </li>
  )
}
