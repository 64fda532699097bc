import { maxPhotos, type Photo, photoForm, photoLabels, pictureAddress } from '@plumbline/business/api'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { Field, radius } from '@plumbline/ui'
import { useState } from 'react'
import { changeLanding, useSaved } from './businessCalls.ts'
import { EditableList, type OpenedItem } from './EditableList.tsx'
import { PictureField } from './PictureField.tsx'
import type { SectionProps } from './SectionForm.tsx'

const thumbnail = { display: 'block', height: 72, maxWidth: '100%', borderRadius: radius.control }

/** Finished work on the public page. */
export const Photos = ({ business, record }: SectionProps) => (
  <EditableList
    record={record}
    title="Photos"
    text={`Finished work, ${maxPhotos} photos at most. The public page shows them while there are any. Nothing of the place or the camera is kept.`}
    stored={business.landing.photos}
    send={(photos, ifMatch) => changeLanding({ photos }, ifMatch)}
    keyOf={({ hash }) => hash}
    nameOf={({ alt }) => alt}
    detailOf={({ hash }) => <img src={pictureAddress('photo', hash)} alt="" css={thumbnail} />}
    addLabel="Add photo"
    removeLabel="Remove"
    removed={() => 'The photo is removed.'}
    maxItems={maxPhotos}
    ordered
    empty="No photos yet"
    changed={business.changed.landing}
    dialog={(opened, onClose) => <PhotoDialog {...{ ...opened, record, onClose }} />}
  />
)

type PhotoDialogProps = OpenedItem<Photo> & Pick<SectionProps, 'record'> & { onClose: () => void }

function PhotoDialog({ item, others, put, record, onClose }: PhotoDialogProps) {
  const [isStoring, setStoring] = useState(false)
  const form = useForm(photoForm(others.map(({ hash }) => hash)), {
    defaults: item ?? { hash: '', alt: '' },
    record,
    isWaiting: isStoring,
    send: async (values, { ifMatch }) => changeLanding({ photos: put(values) }, ifMatch),
    ...useSaved(onClose),
    success: item ? 'The photo is changed.' : 'The photo is on the public page.',
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={item ? 'Edit photo' : 'Add photo'}
      submitLabel="Save"
      labels={photoLabels}
    >
      <PictureField
        label={photoLabels.hash}
        hint="A JPEG, PNG or WebP."
        use="photo"
        hash={form.watch('hash')}
        onChange={(hash) => form.set('hash', hash)}
        isStoring={isStoring}
        onStoring={setStoring}
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
