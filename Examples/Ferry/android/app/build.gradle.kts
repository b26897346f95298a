plugins {
    id("com.android.application")
    kotlin("android")
}

android {
    namespace = "dev.example.ferry"
    compileSdk = 36

    defaultConfig {
        minSdk = 26
    }

    androidResources {
        localeFilters += listOf("en", "de", "fr")
    }
}
