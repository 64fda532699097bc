import { maxPhotos, type Photo, photoForm, photoLabels, pictureAddress } from '@plumbline/business/api'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { Field, radius } from '@plumbline/ui'
import { useState } from 'react'
import { changeLanding, useSaved } from './businessCalls.ts'
import { EditableList } from './EditableList.tsx'
import { PictureField } from './PictureField.tsx'
import type { SectionProps } from './SectionForm.tsx'
import { useListChange } from './useListChange.ts'

const thumbnail = { display: 'block', height: 72, maxWidth: '100%', borderRadius: radius.control }

/** Finished work on the public page. */
export function Photos({ business, record }: SectionProps) {
  const [edited, setEdited] = useState<Photo | 'new'>()
  const { items, pending, change } = useListChange(business.landing.photos, record.etag, (photos, ifMatch) =>
    changeLanding({ photos: [...photos] }, ifMatch),
  )
  return (
    <>
      <EditableList
        title="Photos"
        text={`Finished work, ${maxPhotos} photos at most. The public page shows them while there are any. Nothing of the place or the camera is kept.`}
        items={items}
        keyOf={({ hash }) => hash}
        nameOf={({ alt }) => alt}
        detailOf={({ hash }) => <img src={pictureAddress('photo', hash)} alt="" css={thumbnail} />}
        addLabel="Add photo"
        removeLabel="Remove"
        busy={pending}
        empty="No photos yet"
        changed={business.changed.landing}
        onAdd={items.length < maxPhotos ? () => setEdited('new') : undefined}
        onEdit={setEdited}
        onRemove={(item) =>
          change(
            items.filter((it) => it !== item),
            'The photo is removed.',
          )
        }
        onReorder={(photos) => change(photos, 'The order is set.')}
      />
      {edited && (
        <PhotoDialog
          photo={edited === 'new' ? undefined : edited}
          business={business}
          record={record}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

type PhotoDialogProps = SectionProps & {
  /** As it was when the dialog was opened; a new one without it. */
  photo: Photo | undefined
  onClose: () => void
}

function PhotoDialog({ photo, business, record, onClose }: PhotoDialogProps) {
  const { photos } = business.landing
  const at = photos.findIndex(({ hash }) => hash === photo?.hash)
  const others = photos.filter((_, i) => i !== at).map(({ hash }) => hash)
  const form = useForm(photoForm(others), {
    defaults: { hash: photo?.hash ?? '', alt: photo?.alt ?? '' },
    record,
    send: (values, { ifMatch }) =>
      changeLanding(
        { photos: at < 0 ? [...photos, values] : photos.map((it, i) => (i === at ? values : it)) },
        ifMatch,
      ),
    ...useSaved(onClose),
    success: photo ? 'The photo is changed.' : 'The photo is on the public page.',
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={photo ? 'Edit photo' : 'Add photo'}
      submitLabel="Save"
      labels={photoLabels}
    >
      <PictureField
        label={photoLabels.hash}
        hint="A JPEG, PNG or WebP."
        use="photo"
        hash={form.watch('hash')}
        onChange={(hash) => form.set('hash', hash)}
        required
        {...form.error('hash')}
      >
        {(address) => <img src={address} alt="" css={{ ...thumbnail, height: 160, objectFit: 'contain' }} />}
      </PictureField>
      <Field
        label={photoLabels.alt}
        hint="For those who do not see it, such as ‘A porch with new steps’."
        autoComplete="off"
        required
        {...form.field('alt')}
      />
    </FormDialog>
  )
}
