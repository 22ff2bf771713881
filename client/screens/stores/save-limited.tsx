import { Button, List } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Banner } from '#client/ui/banner.tsx'
import { connectMessages } from '#shared/connect-messages.ts'

type Props = { hidden: readonly string[]; isBusy: boolean; onSave: () => void }

/** Says before a store is saved what its shop would keep hidden, and offers to save it all the same. */
export function SaveLimited({ hidden, isBusy, onSave }: Props) {
  const way = useRef<HTMLDivElement>(null)
  // It appears at the foot of a long form, where a phone does not show it.
  useEffect(() => way.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <Banner kind="error" title={connectMessages.staysHidden} mt="md">
      <List size="sm">
        {hidden.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      <div ref={way}>
        <Button variant="default" size="xs" mt={8} loading={isBusy} onClick={onSave}>
          {connectMessages.saveLimited}
        </Button>
      </div>
    </Banner>
  )
}
