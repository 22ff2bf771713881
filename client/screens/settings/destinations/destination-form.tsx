import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, cache } from '#client/api.ts'
import { fieldErrors, say } from '#client/failure.ts'
import { draftKeeper } from '#client/session/kept-draft.ts'
import { announce } from '#client/ui/announce.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { FormFoot } from '#client/ui/form-foot.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { destinationFormMessages } from '#shared/destination-form-messages.ts'
import { destinationKindLabels } from '#shared/destination-messages.ts'
import { DestinationCreateRequest, DestinationUpdateRequest, type Destination } from '#shared/destinations.ts'
import { limits } from '#shared/limits.ts'
import {
  destinationDraftOf,
  destinationRequest,
  fieldAt,
  mistakesInDestination,
  newDestination,
  destinationToKeep,
  type DestinationDraft,
} from './destination-draft.ts'
import { DestinationFields } from './destination-fields.tsx'
import { kindChoices } from './destination-words.ts'

const useKeptDraft = draftKeeper<DestinationDraft>('destination')

type Props = { destination?: Destination | undefined; onSaved: (destination: Destination) => void; onClose: () => void }

/** The modal that adds a destination, or changes the given one. Its kind never changes. */
export function DestinationForm({ destination, onSaved, onClose }: Props) {
  const [refused, setRefused] = useState<string>()
  const create = api.settings.destinations.create.useMutation()
  const update = api.settings.destinations.update.useMutation()
  const form = useForm<DestinationDraft>({
    initialValues: destination ? destinationDraftOf(destination) : newDestination,
    validate: (draft) => mistakesInDestination(draft, destination),
  })
  useKeptDraft(destination?.id ?? '', () => (form.isDirty() ? destinationToKeep(form.getValues()) : null), form.setValues)

  const send = (draft: DestinationDraft) => {
    const request = destinationRequest(draft, destination)
    return destination
      ? update.mutateAsync(DestinationUpdateRequest.parse(request))
      : create.mutateAsync(DestinationCreateRequest.parse(request))
  }

  async function save(draft: DestinationDraft) {
    setRefused(undefined)
    try {
      const saved = await send(draft)
      await cache.settings.destinations.list.invalidate()
      announce(destinationFormMessages.saved)
      onSaved(saved.destination)
    } catch (error) {
      const mistakes = fieldErrors(error, Object.keys(draft), (path) => fieldAt(path, draft))
      if (mistakes) form.setErrors(mistakes)
      else setRefused(say(error, destinationFormMessages.saveFailed))
    }
  }

  return (
    <FormDialog onClose={onClose} title={destination ? 'Edit destination' : 'Add destination'} isFilled={() => form.isDirty()}>
      <form noValidate onSubmit={form.onSubmit(save, focusFirst(form))}>
        <TextInput label="Name" required data-autofocus maxLength={limits.nameLength} {...form.getInputProps('name')} />
        {destination ? (
          <Text size="sm" c="dimmed" mt="md">
            {destinationKindLabels[destination.kind]}
          </Text>
        ) : (
          <NativeSelect label="Kind" mt="md" data={kindChoices} {...form.getInputProps('kind')} />
        )}
        <DestinationFields form={form} isSaved={destination !== undefined} />
        <FormFoot failure={refused} submit={destination ? 'Save' : 'Add destination'} isBusy={form.submitting} onCancel={onClose} />
      </form>
    </FormDialog>
  )
}
