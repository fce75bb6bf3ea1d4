import { createFileRoute } from '@tanstack/react-router';
import { FilesSelectScreen } from '../../features/identity/files-select.screen';
import { mustBe, mustOffer } from '../../guards';

export const Route = createFileRoute('/_app/files-select')({
  beforeLoad: ({ context: { user } }) => {
    mustOffer('file_manager', user);
    mustBe('accountant', user);
  },
  component: FilesSelectScreen,
});
