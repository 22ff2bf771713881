import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api } from '#client/api.ts'
import { fieldErrors, say } from '#client/failure.ts'
import { announce } from '#client/ui/announce.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { FormFoot } from '#client/ui/form-foot.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { levels } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { searchToSave, storeField } from '#shared/view-search.ts'
import { ViewCreateRequest, type View, type ViewSearch } from '#shared/views.ts'
import type { ShownList } from './shown-list.ts'
import { refreshViews } from './views.ts'

const listNames = { products: 'Products', orders: 'Orders' } as const

type Draft = { name: string; shared: boolean; isDefault: boolean; hasStores: boolean }
type Props = {
  shown: ShownList
  /** The view to change. Without one, what the list shows becomes a new view. */
  view: View | undefined
  onSaved: (view: View) => void
  onClose: () => void
}

function mistakesIn({ name }: Draft) {
  const { error } = ViewCreateRequest.shape.name.safeParse(name)
  return error ? { name: error.issues[0]?.message } : {}
}

/** The search to save with or without its stores. A collection belongs to one store, so that it needs its store. */
function choicesOf({ screen, search }: ShownList): { here: ViewSearch; anywhere: ViewSearch | null } {
  const here = searchToSave(screen, search)
  const { [storeField[screen]]: stores, ...anywhere } = here
  return { here, anywhere: stores === undefined || 'collection' in here ? null : anywhere }
}

/** The dialog that names a new view, or renames and shares an existing one. */
export function ViewForm({ shown, view, onSaved, onClose }: Props) {
  const { screen, layout, storesShown } = shown
  const { here, anywhere } = choicesOf(shown)
  const [refused, setRefused] = useState<string>()
  const create = api.profile.views.create.useMutation()
  const update = api.profile.views.update.useMutation()
  const form = useForm<Draft>({
    initialValues: { name: view?.name ?? '', shared: view?.shared ?? false, isDefault: view?.isDefault ?? false, hasStores: true },
    validate: mistakesIn,
  })

  async function save({ hasStores, ...fields }: Draft) {
    setRefused(undefined)
    try {
      const saved = view
        ? await update.mutateAsync({ id: view.id, ...fields })
        : await create.mutateAsync({
            screen,
            ...fields,
            ...layout,
            columns: [...layout.columns],
            search: hasStores ? here : (anywhere ?? here),
          })
      await refreshViews()
      announce(messages.views.saved)
      onSaved(saved.view)
    } catch (error) {
      const mistakes = fieldErrors(error, ['name', 'shared'])
      if (mistakes) form.setErrors(mistakes)
      else setRefused(say(error, messages.views.saveFailed))
    }
  }

  return (
    <FormDialog onClose={onClose} title={view ? 'Edit view' : 'Save view'} size="md" isFilled={() => form.isDirty()}>
      <form noValidate onSubmit={form.onSubmit(save, focusFirst(form))}>
        <TextInput
          label="Name"
          description={view ? undefined : messages.views.keeps}
          required
          data-autofocus
          maxLength={limits.nameLength}
          {...form.getInputProps('name')}
        />
        <Stack gap="sm" mt="md">
          {!view && anywhere && (
            <Checkbox
              label={`Always with ${storesShown}`}
              description={messages.views.anywhere}
              {...form.getInputProps('hasStores', { type: 'checkbox' })}
            />
          )}
          <Checkbox
            label="Share with the team"
            description={messages.views.sharing(levels.admin)}
            {...form.getInputProps('shared', { type: 'checkbox' })}
          />
          <Checkbox label={`Open ${listNames[screen]} with this view`} {...form.getInputProps('isDefault', { type: 'checkbox' })} />
        </Stack>
        <FormFoot failure={refused} submit="Save view" isBusy={form.submitting} onCancel={onClose} />
      </form>
    </FormDialog>
  )
}
