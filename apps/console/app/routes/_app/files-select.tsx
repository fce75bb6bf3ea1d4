import { createFileRoute } from '@tanstack/react-router';
import { FilesSelectScreen } from '../../../features/companies/choice/files-select.screen';
import { mustBe, mustOffer } from '../../../platform/guards';

export const Route = createFileRoute('/_app/files-select')({
  beforeLoad: ({ context: { user } }) => {
    mustOffer('file_manager', user);
    mustBe('accountant', user);
  },
  component: FilesSelectScreen,
});
