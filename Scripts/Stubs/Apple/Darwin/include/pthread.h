// Apple's <pthread.h>.
#define pthread_create __linux_pthread_create
#define pthread_join __linux_pthread_join
#define pthread_detach __linux_pthread_detach
#define pthread_self __linux_pthread_self
#define pthread_key_create __linux_pthread_key_create
#include_next <pthread.h>
#undef pthread_create
#undef pthread_join
#undef pthread_detach
#undef pthread_self
#undef pthread_key_create

int pthread_create(
    pthread_t _Nullable *_Nonnull, const pthread_attr_t *_Nullable,
    void *_Nullable (*_Nonnull)(void *_Nonnull), void *_Nullable);
int pthread_join(pthread_t _Nonnull, void *_Nullable *_Nullable);
int pthread_detach(pthread_t _Nonnull);
pthread_t _Nonnull pthread_self(void);
int pthread_key_create(pthread_key_t *_Nonnull, void (*_Nullable)(void *_Nonnull));
int pthread_setname_np(const char *_Nonnull);
