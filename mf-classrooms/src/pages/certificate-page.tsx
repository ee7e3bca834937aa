import { useParams } from '@manabiba/shared/platform';

import { CertificateByCode } from '../features/series/certificate';

/** /certificates/{certificateToken}: whether a certificate is genuine, and what it says. */
export function CertificatePage() {
  const { certificateToken: code = '' } = useParams();
  return <CertificateByCode key={code} code={code} />;
}
