import { Banner } from '#client/ui/banner.tsx'
import type { DestinationKind } from '#shared/delivery.ts'
import { destinationTested } from '#shared/destination-messages.ts'
import type { DestinationTestResponse } from '#shared/destinations.ts'

/** How a test went, in one sentence. */
export function DestinationTestOutcome({
  outcome: { failure, message },
  kind,
}: {
  outcome: DestinationTestResponse
  kind: DestinationKind
}) {
  return (
    <Banner kind={failure === null ? 'success' : 'error'} mt="xs">
      {failure === null ? destinationTested[kind] : message}
    </Banner>
  )
}
